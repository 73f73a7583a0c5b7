import * as v from 'valibot';

const unstorable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Surrogate}/u;

/** Whether PostgreSQL stores this text unchanged. Line breaks and tabs are fine. */
export const isStorable = (text: string) => !unstorable.test(text);

export const storable = v.check(isStorable, 'This contains characters that cannot be stored');
