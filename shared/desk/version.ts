/** The version of desk's exports; docs/architecture.md says when to increment it. */
export const deskVersion = '6.6.0';
