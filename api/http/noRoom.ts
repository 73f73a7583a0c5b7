import { Refusal } from './Refusal.ts';

/** 507: what was asked for needs room that there is not. */
export const noRoom = () =>
  new Refusal(507, 'The disk is almost full, so nothing can be changed now. Nothing was changed. Reading goes on.', {
    headers: { 'Retry-After': '30' },
  });
