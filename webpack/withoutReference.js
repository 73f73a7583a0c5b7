/** A call's properties for the API's reference, in Prettier's format: up to the next line that is not indented more. */
const referenceText = /^ {4}(?:summary|refuses):.*\n(?:(?: {5,}| {4}[\]}]).*\n)*/gm;

/** Webpack's loader for `shared/api/…Calls.ts`: removes the texts for the API's reference. Keeps the line numbers. */
module.exports = (calls) => calls.replace(referenceText, (text) => text.replace(/.+/g, ''));
