/**
 * What the build gives the grid's own style sheet in place of its look at the scrollbars (webpack/slimMui.js). By those it
 * rounds a corner of the head, and ours are square (`dataGridLooks`). Left as it is, the sheet would be made, parsed and put
 * in twice for each first row, 33 KB of rules each time.
 */
export const useGridSelector = () => false;
