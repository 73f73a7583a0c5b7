/**
 * The components of staff screens, with the MUI components in use. Sign-in needs only `shared/kit/base`; lists are in
 * `shared/kit/table` (docs/decisions/19-desk-and-kit.md).
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
export { default as useMediaQuery } from '@mui/material/useMediaQuery';

export { SearchField } from './form/SearchField.tsx';
export { SegmentedControl } from './form/SegmentedControl.tsx';
export { Card } from './screen/Card.tsx';
export { ConfirmDialog } from './screen/ConfirmDialog.tsx';
export { OutboxNote, RetryNote } from './screen/Note.tsx';
export { EmptyState, FailedState, SkeletonRows } from './screen/states.tsx';
export { useToolbarKeys } from './screen/useToolbarKeys.ts';
export { FolderIcon, StatusIcon, StatusLabel, StatusPill } from './status/StatusIcon.tsx';
export { Kbd } from './text/Kbd.tsx';
export { Avatar, BidiName } from './text/Person.tsx';
