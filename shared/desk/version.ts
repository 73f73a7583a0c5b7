/** The version of desk's exports; docs/architecture.md says when to raise it. */
export const deskVersion = '6.3.0';
