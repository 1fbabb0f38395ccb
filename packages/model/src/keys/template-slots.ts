/**
 * The attributes that a template names: `TemplateSlots<'ORDER#{orderId}#ITEM#{line:pad3}'>` is
 * `'orderId' | 'line'`.
 */
export type TemplateSlots<Template> = Template extends `${string}{${infer Slot}}${infer Rest}`
  ? SlotName<Slot> | TemplateSlots<Rest>
  : never

type SlotName<Slot extends string> = Slot extends `${infer Name}:${string}` ? Name : Slot
