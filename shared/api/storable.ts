import * as v from 'valibot';

/** A control character, which no keyboard types and no text column takes; or a half of a character, to be looked at. */
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]/;
const unstorable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u;

/** Whether the database keeps this text as it is. Lines and tabs are text. */
export const isStorable = (text: string) => !suspect.test(text) || !unstorable.test(text);

/** Of a text field: refuses what the database would not keep. */
export const storable = v.check(isStorable, 'This holds characters that cannot be kept');
