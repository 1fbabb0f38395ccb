/** The goods for sale. Stock and prices are the business of another service: here, they are a list. */
export interface Good {
  readonly itemId: string
  readonly description: string
  readonly price: number
}

export const goods: readonly Good[] = [
  { itemId: 'enamel-mug', description: 'Enamel mug, blue', price: 12.5 },
  { itemId: 'wool-blanket', description: 'Wool blanket, 130 × 180 cm', price: 89 },
  { itemId: 'notebook-a5', description: 'Notebook A5, dotted', price: 9.95 },
  { itemId: 'desk-lamp', description: 'Desk lamp, brass', price: 74.9 },
  { itemId: 'tea-sencha', description: 'Green tea, sencha, 250 g', price: 18.4 },
  { itemId: 'garden-shears', description: 'Garden shears', price: 32 },
  { itemId: 'bread-knife', description: 'Bread knife, 24 cm', price: 41.25 },
  { itemId: 'rain-jacket', description: 'Rain jacket, size M', price: 129 },
  { itemId: 'bicycle-bell', description: 'Bicycle bell', price: 14.8 },
  { itemId: 'linen-towel', description: 'Linen towel, pair', price: 27.6 },
  { itemId: 'fountain-pen', description: 'Fountain pen, fine', price: 56 },
  { itemId: 'candle-beeswax', description: 'Beeswax candle', price: 7.2 },
]
