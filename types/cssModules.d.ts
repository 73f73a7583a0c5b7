/** A CSS module: the class names it declares, as they are called in the build. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}

declare module '*.css';
