/** What the shortcuts dialog lists: only keys that work (rules 24.12). Keys of a sequence are parted by 'then'. */

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly (readonly [what: string, ...keys: string[]])[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Show this list', '?'],
      ['Search this folder', '/'],
      ['Dashboard', 'G', 'then', 'D'],
      ['My Orders', 'G', 'then', 'M'],
      ['New Orders', 'G', 'then', 'N'],
      ['Priority Order', 'G', 'then', 'P'],
      ['Hide or show the menu', '['],
      ['Undo, one action after the other', 'Z'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      ['Down, up', 'J', 'or', 'K'],
      ['Select', 'X'],
      ['Select to here', '⇧X'],
      ['View', 'Enter'],
      ['Next order', 'N'],
      ['Assign selected to me', 'A'],
      ['Refresh', 'R'],
      ['Clear selection', 'Esc'],
    ],
  },
  {
    title: 'Order page',
    shortcuts: [
      ['Back to the list', 'U'],
      ['Next, previous in the list', 'J', 'or', 'K'],
      ['Next order', 'N'],
      ['Comment', 'C'],
      ['Send comment', 'Ctrl', '↵'],
      ['Leave the comment', 'Esc'],
      ['Move to…', 'M'],
      ['From the comment to the moves', 'Ctrl', '⇧', '↵'],
      ['Press a move', '1', 'to', '8'],
      ['Upload document', 'D'],
    ],
  },
  {
    title: 'Dashboard',
    shortcuts: [
      ['Next priority order', 'N'],
      ['Next new order', '⇧N'],
    ],
  },
];
