/** The version of the calls (docs/architecture.md): a new call raises the minor number, any other change the major. */
export const apiVersion = '2.4.0';
