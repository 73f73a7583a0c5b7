import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CallError, toastError, toastNote, useRest } from 'shared/desk';
import { orderPath } from 'shared/format/orderIdCode';
import type { FolderName } from 'shared/rules/folders';
import { goneOnFrom, trailIn, unknownTrail, type ListTrail } from 'shared/rules/listTrail';
import { isIn, listCameFrom } from '../backTo.ts';
import { knownOrder } from '../useOrder.ts';
import { extendTrail, type Direction } from './extendTrail.ts';
import { listAt } from './listAt.ts';

const ends = { next: 'This is the last order of the list.', previous: 'This is the first order of the list.' };

/**
 * The way from an order along the list that one came from (rules 8.21): `step` opens the next or the previous one in this
 * one's place, so that Back leads to the list; null: one came from no list. The next order is read ahead.
 */
export function useListSteps(orderId: string): ((direction: Direction) => void) | null {
  const navigate = useNavigate();
  const { state } = useLocation();
  const from = listCameFrom(state);
  const list = from === null ? null : listAt(from);
  const [trail, setTrail] = useState(() => trailIn(state));
  const asking = useRef(false);
  const stands = useStands();
  const ahead = useRest();

  const following = trail && neighbour(trail, orderId, 'next');
  const isAtEnd = trail !== null && following === undefined;
  useEffect(() => ahead.on(following ?? null), [ahead, following]);
  useEffect(() => {
    if (!isAtEnd || !list) return;
    extendTrail(list, trail, 'next').then(
      (more) => more && stands.current && setTrail(more),
      // Nobody has asked for it yet.
      () => undefined,
    );
    // Once, when an order at the end of what is known is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAtEnd]);

  const open = (next: string, along: ListTrail) => {
    document.documentElement.scrollTop = 0;
    const trail = goneOnFrom(along, orderId, hasLeft(list!.folder, orderId));
    void navigate(orderPath(next), { replace: true, state: { from, trail } });
  };
  const find = async (direction: Direction) => {
    try {
      const more = await extendTrail(list!, trail ?? unknownTrail, direction);
      const found = more && neighbour(more, orderId, direction);
      if (!stands.current) return;
      if (found) open(found, more);
      else toastNote(ends[direction], { id: 'step' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.httpStatus !== 401) toastError(error.message, { id: 'step' });
    }
  };
  if (!list) return null;
  return (direction) => {
    const known = trail && neighbour(trail, orderId, direction);
    if (known) return open(known, trail);
    if (asking.current) return;
    asking.current = true;
    void find(direction).finally(() => (asking.current = false));
  };
}

/** Beside an order in the trail; undefined: nothing is known there. An order that the list does not hold stands before its first. */
const neighbour = ({ orderIds }: ListTrail, orderId: string, direction: Direction): string | undefined =>
  orderIds[orderIds.indexOf(orderId) + (direction === 'next' ? 1 : -1)];

/** As far as is known of it: an order that never came is where it was. */
function hasLeft(folder: FolderName, orderId: string): boolean {
  const order = knownOrder(orderId);
  return order !== undefined && !isIn(folder, order);
}

/** Whether the order is still on screen. */
function useStands() {
  const stands = useRef(true);
  useEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  return stands;
}
