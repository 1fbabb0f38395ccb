// Plain objects, but made by functions and not by literals. Of a literal V8 counts how many of its objects outlive a
// collection of garbage, and once most did, as those of 32 answers made at once, it makes all later ones among the old
// objects, which takes nearly twice as long from then on. Of what a function constructs, and of `{}`, it does not.

type Plain = { [name: string]: unknown }

/** `new StringValue('a')` is `{ S: 'a' }`; the others alike. */
export const StringValue = plain(function (this: Plain, content) {
  this['S'] = content
})

export const NumberValue = plain(function (this: Plain, content) {
  this['N'] = content
})

export const MapValue = plain(function (this: Plain, content) {
  this['M'] = content
})

export const ListValue = plain(function (this: Plain, content) {
  this['L'] = content
})

function plain(fill: (this: Plain, content?: unknown) => void) {
  fill.prototype = Object.prototype
  return fill as unknown as new (
    content?: unknown,
  ) => Plain
}
