/** A CSS module: class names by their names in the file. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}

declare module '*.css';

/** The tokens as CSS variables (shared/kit/theme/tokensCss.ts). */
declare module '*.json?css';
