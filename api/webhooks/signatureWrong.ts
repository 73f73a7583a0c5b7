import { Refusal } from '../http/Refusal.ts';

/** A 401 for what is not surely the provider's; it does not tell what was wrong. */
export const signatureWrong = () => new Refusal(401, 'The signature is missing or wrong.');
