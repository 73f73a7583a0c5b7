/**
 * What the build gives the grid's own style sheet in place of its look at the scrollbars (webpack/slimMui.js). By it the
 * sheet rounds a corner, which ours has not: asked, it would be made, parsed and put in twice for each first row, 33 KB
 * of rules each time.
 */
export const useGridSelector = () => false;
