import type { FolderName } from '../rules/folders.ts';

/**
 * Icons for menu entries: the folders' own, and some of lucide's, by name. Unused ones are for new remotes. For an
 * unknown name, the shell draws a circle.
 */
export type MenuIconName =
  | FolderName
  | 'layout-dashboard'
  | 'bell'
  | 'book-open'
  | 'calendar'
  | 'chart-no-axes-column'
  | 'clipboard-list'
  | 'clock'
  | 'credit-card'
  | 'file-text'
  | 'flag'
  | 'globe'
  | 'key-round'
  | 'mail'
  | 'message-square'
  | 'phone'
  | 'plane'
  | 'receipt'
  | 'scale'
  | 'settings'
  | 'shield-check'
  | 'users';
