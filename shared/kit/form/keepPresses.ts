/**
 * Who presses the button of a form that is seen before its scripts are there has pressed it: the form that takes its place
 * (./typedBefore) is submitted. Stands in the page itself, as a script of its own (webpack/firstPaint.js): rules 18.13.
 */
const early = 'form[data-first-paint]';

const formOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('form') : null);
const isButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button[type=submit]') !== null;

/** Begins to listen, and ends with the press that it passed on or with the page. */
export function keepPresses(): void {
  let submitted: HTMLFormElement | null = null;
  let pressing = false;

  addEventListener('submit', ({ target }) => {
    if (formOf(target)?.matches(early)) submitted = formOf(target);
  });
  // The button that the pointer went down on may be gone when it comes up: then the browser tells of no click.
  addEventListener('pointerdown', ({ target }) => {
    pressing = isButton(target) && formOf(target)!.matches(early);
  });
  addEventListener('pointerup', ({ target }) => {
    const form = formOf(target);
    if (pressing && isButton(target) && !form!.matches(early)) setTimeout(() => form!.requestSubmit());
    pressing = false;
  });
  new MutationObserver((_changes, observer) => {
    if (!submitted) return;
    const namesOf = (form: HTMLFormElement) => [...form.elements].map((element) => element.getAttribute('name')).join();
    const successor = [...document.forms].find((form) => !form.matches(early) && namesOf(form) === namesOf(submitted!));
    if (!successor) return;
    observer.disconnect();
    setTimeout(() => successor.requestSubmit());
  }).observe(document, { childList: true, subtree: true });
}
