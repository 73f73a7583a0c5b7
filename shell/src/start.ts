/** Lets the static frame paint before cached scripts run. Hidden tabs do not paint. */
const start = () => void import(/* webpackMode: "eager" */ './bootstrap.tsx');

if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
