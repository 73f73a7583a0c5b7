import { CircleCheck, History, UserCheck } from 'lucide-react';
import { folders, type FolderName } from '../../rules/folders.ts';
import { StatusIcon } from './StatusIcon.tsx';

/** A folder's shape: that of its status, but for those that hold many, and Completed, which is drawn open in the menu. */
export function FolderIcon({
  folder,
  size = 16,
  strokeWidth = 1.75,
}: {
  folder: FolderName;
  size?: number;
  strokeWidth?: number;
}) {
  const looks = { size, strokeWidth, 'aria-hidden': true } as const;
  if (folder === 'myOrder') return <UserCheck {...looks} />;
  if (folder === 'allOrder') return <History {...looks} />;
  if (folder === 'completedOrder') return <CircleCheck {...looks} />;
  const [status] = folders[folder].statuses;
  return status ? <StatusIcon status={status} size={size} plain /> : null;
}
