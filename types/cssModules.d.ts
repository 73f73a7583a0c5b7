/** A CSS module, which maps the names in its file to generated class names. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}

declare module '*.css';

/** The tokens as CSS variables (shared/kit/theme/tokensCss.ts). */
declare module '*.json?css';
