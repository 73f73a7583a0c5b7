/** The version of desk's exports; docs/architecture.md says when to increment it. */
export const deskVersion = '7.0.0';
