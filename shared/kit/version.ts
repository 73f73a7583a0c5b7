/** Of the exported surface of kit: docs/architecture.md says when it counts up. */
export const kitVersion = '2.0.0';
