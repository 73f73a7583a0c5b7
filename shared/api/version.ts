/** Of the calls (docs/architecture.md): a new call counts up the minor version, a changed or removed one the major. */
export const apiVersion = '2.2.0';
