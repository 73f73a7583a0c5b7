/**
 * The second part of the kit: what the desk's screens are made of, MUI's parts in use among it. What the sign-in page
 * needs is in `shared/kit/base`, lists are in `shared/kit/table` (docs/decisions/19-desk-and-kit.md).
 */
export { default as Checkbox } from '@mui/material/Checkbox';
export { default as Dialog } from '@mui/material/Dialog';
export { default as DialogActions } from '@mui/material/DialogActions';
export { default as DialogContent } from '@mui/material/DialogContent';
export { default as DialogTitle } from '@mui/material/DialogTitle';
export { default as Drawer } from '@mui/material/Drawer';
export { default as IconButton } from '@mui/material/IconButton';
export { default as Menu } from '@mui/material/Menu';
export { default as MenuItem } from '@mui/material/MenuItem';
export { default as Tooltip } from '@mui/material/Tooltip';

export { SegmentedControl } from './form/SegmentedControl.tsx';
export { Card } from './screen/Card.tsx';
export { ConfirmDialog } from './screen/ConfirmDialog.tsx';
export { EmptyState } from './screen/EmptyState.tsx';
export { FailedState } from './screen/FailedState.tsx';
export { NotHereYet } from './screen/NotHereYet.tsx';
export { Note } from './screen/Note.tsx';
export { OfflineLine, useOnline } from './screen/OfflineLine.tsx';
export { showsPdfs } from './screen/showsPdfs.ts';
export { FolderIcon } from './status/FolderIcon.tsx';
export { StatusIcon } from './status/StatusIcon.tsx';
export { StatusLabel } from './status/StatusLabel.tsx';
export { StatusPill } from './status/StatusPill.tsx';
export { SkeletonRows } from './table/SkeletonRows.tsx';
export { Avatar } from './text/Avatar.tsx';
export { BidiName } from './text/BidiName.tsx';
export { Kbd } from './text/Kbd.tsx';
