import * as v from 'valibot';

/** A quick first test. It also finds valid surrogate pairs, such as emoji, which `unstorable` then allows. */
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]/;
const unstorable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u;

/** Whether PostgreSQL stores this text unchanged. Line breaks and tabs are fine. */
export const isStorable = (text: string) => !suspect.test(text) || !unstorable.test(text);

export const storable = v.check(isStorable, 'This contains characters that cannot be stored');
