/** The attributes in a template: `TemplateSlots<'ORDER#{orderId}#ITEM#{line:pad3}'>` is `'orderId' | 'line'`. */
export type TemplateSlots<Template> = TemplateParts<Template>[number]

/** The attributes in a template in their order: `TemplateParts<'{city}#{line:pad3}'>` is `['city', 'line']`. */
export type TemplateParts<Template> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? [SlotName<Slot>, ...TemplateParts<Rest>]
  : []

type SlotName<Slot extends string> = Slot extends `${infer Name}:${string}` ? Name : Slot

/**
 * The attributes of a template without an encoding, so that numbers would not sort as numbers:
 * `BareSlots<'{city}#{n}#{line:pad3}'>` is `'city' | 'n'`.
 */
export type BareSlots<Template> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ?
      | (Slot extends `${infer Name}:desc` ? Name : Slot extends `${string}:${string}` ? never : Slot)
      | BareSlots<Rest>
  : never
