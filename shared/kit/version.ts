/** The version of kit's exports; see docs/architecture.md. */
export const kitVersion = '4.0.0';
