import {
  CalendarClock,
  ChevronsUp,
  Hourglass,
  Landmark,
  PhoneOutgoing,
  ShieldAlert,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { orderStatus, type OrderStatus } from '../../rules/orderStatus.ts';
import { ownShapes } from './ownShapes.tsx';

const lucide: Readonly<Record<string, LucideIcon>> = {
  priority: ChevronsUp,
  'contact-customer': PhoneOutgoing,
  future: CalendarClock,
  awaiting: Hourglass,
  'awaiting-govt': Landmark,
  refunds: Undo2,
  deleted: Trash2,
  chargeback: ShieldAlert,
};

interface StatusIconProps {
  status: OrderStatus;
  /** Pixels; 14 in tables, 16 elsewhere. */
  size?: number;
  /** Takes the surrounding text's colour instead of the status's own. */
  plain?: boolean;
  strokeWidth?: number;
}

/** The shape of a status: it always stands beside its label, so it is hidden from screen readers. */
export function StatusIcon({ status, size = 14, plain = false, strokeWidth = size < 16 ? 2 : 1.75 }: StatusIconProps) {
  const { key } = orderStatus[status];
  const Lucide = lucide[key];
  const looks = {
    width: size,
    height: size,
    strokeWidth,
    color: plain ? undefined : `var(--ad-palette-status-${key}-fg)`,
    'aria-hidden': true,
  } as const;
  if (Lucide) return <Lucide {...looks} />;
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" {...looks}>
      {ownShapes[key as keyof typeof ownShapes]}
    </svg>
  );
}
