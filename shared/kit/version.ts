/** The version of kit's exports; see docs/architecture.md. */
export const kitVersion = '3.2.0';
