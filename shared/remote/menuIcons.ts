import { folderNames } from '../rules/folders.ts';

/**
 * The icons that a menu entry may name: a folder's own, or one of lucide's by its name there. There are more than are in
 * use, so that a new remote finds one; the shell draws a neutral one for a name that it does not know.
 */
export const menuIconNames = [
  ...folderNames,
  'layout-dashboard',
  'bell',
  'book-open',
  'calendar',
  'chart-no-axes-column',
  'clipboard-list',
  'clock',
  'credit-card',
  'file-text',
  'flag',
  'globe',
  'key-round',
  'mail',
  'message-square',
  'phone',
  'plane',
  'receipt',
  'scale',
  'settings',
  'shield-check',
  'users',
] as const;

export type MenuIconName = (typeof menuIconNames)[number];
