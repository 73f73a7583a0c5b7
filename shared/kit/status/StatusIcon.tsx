import {
  CalendarClock,
  ChevronsUp,
  CircleCheck,
  History,
  Hourglass,
  Landmark,
  MessageSquareText,
  PhoneOutgoing,
  ShieldAlert,
  Trash2,
  Undo2,
  UserCheck,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { folders, type FolderName } from '../../rules/folders.ts';
import { orderStatus, type OrderStatus } from '../../rules/orderStatus.ts';
import classes from './StatusIcon.module.css';

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
  /** In pixels. */
  size?: number;
  /** Uses the text's colour instead of the status's. */
  plain?: boolean;
  strokeWidth?: number;
}

/** Hidden from screen readers, because the status's label is next to it. */
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

interface FolderIconProps extends Pick<StatusIconProps, 'size' | 'strokeWidth'> {
  folder: FolderName;
}

/** The folder's own icon if it has one, else the icon of its first status. */
export function FolderIcon({ folder, size = 16, strokeWidth = 1.75 }: FolderIconProps) {
  const looks = { size, strokeWidth, 'aria-hidden': true } as const;
  if (folder === 'myOrder') return <UserCheck {...looks} />;
  if (folder === 'allOrder') return <History {...looks} />;
  if (folder === 'customerMessages') return <MessageSquareText {...looks} />;
  if (folder === 'completedOrder') return <CircleCheck {...looks} />;
  const [status] = folders[folder].statuses;
  return status ? <StatusIcon status={status} size={size} plain /> : null;
}

export function StatusLabel({ status }: { status: OrderStatus }) {
  return (
    <span className={classes.label}>
      <StatusIcon status={status} />
      {orderStatus[status].label}
    </span>
  );
}

export function StatusPill({ status }: { status: OrderStatus }) {
  const { key, label } = orderStatus[status];
  const color = `var(--ad-palette-status-${key}-fg)`;
  return (
    <span
      className={`${classes.label} ${classes.pill}`}
      style={{ color, background: `var(--ad-palette-status-${key}-bg)` }}
    >
      <StatusIcon status={status} />
      {label}
    </span>
  );
}

/** The background's colour, which makes a shape look cut out of its disc. */
const paper = 'var(--ad-palette-background-paper)';

/** Shapes that lucide lacks. */
const ownShapes: Readonly<
  Record<'new' | 'pending' | 'customer-called' | 'completed' | 'completed-refunds', ReactNode>
> = {
  new: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
    </>
  ),
  pending: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none" />
    </>
  ),
  'customer-called': (
    <>
      <path d="M13.83 16.57a1 1 0 0 0 1.21-.3l.36-.47A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.47.35a1 1 0 0 0-.29 1.23 14 14 0 0 0 6.39 6.39" />
      <path d="m14.5 5.5 2.5 2.5 5-5" />
    </>
  ),
  completed: (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="m8 12.4 2.8 2.8L16.2 9.4" stroke={paper} strokeWidth="2.4" />
    </>
  ),
  'completed-refunds': (
    <>
      <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
      <path d="M10.6 7.6 7.4 10.8l3.2 3.2M7.6 10.8h5.6a3 3 0 0 1 0 6H11" stroke={paper} strokeWidth="2" />
    </>
  ),
};
