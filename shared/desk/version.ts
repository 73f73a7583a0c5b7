/** Of the exported surface of desk: docs/architecture.md says when it counts up. */
export const deskVersion = '6.3.0';
