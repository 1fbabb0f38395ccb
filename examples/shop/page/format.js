const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })
const days = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'short', year: 'numeric' })

export const money = (amount) => euros.format(amount)
export const day = (text) => days.format(new Date(text))

/** One line of an address. */
export const line = ({ street, city, country }) => `${street}, ${city} ${country}`

export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`
