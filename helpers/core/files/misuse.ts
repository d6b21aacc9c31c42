/** What a person named cannot be used. The message is all that they need, and the program ends with 2. */
export class Misuse extends Error {}
