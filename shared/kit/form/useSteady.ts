import { useState, useSyncExternalStore } from 'react';

/**
 * The value as it was when a pointer went down, until that press is over. For what comes or goes under a field when it is
 * left: a button that moves away between the pointer's going down and up has not been pressed (rules 18.13).
 */
export function useSteady<Value>(value: Value): Value {
  const [press] = useState(makePress);
  const pressed = useSyncExternalStore(press.subscribe, press.isUnderWay, () => false);
  const [steady, setSteady] = useState(value);
  if (!pressed && steady !== value) setSteady(value);
  return pressed ? steady : value;
}

// After a touch has ended the browser tells it once more as a mouse, and only then moves the focus.
const beginnings = ['pointerdown', 'mousedown'];
const endings = ['pointerup', 'pointercancel', 'mouseup', 'contextmenu', 'blur'];

/** Whether a pointer is down somewhere on the page, as a store of React's. */
function makePress() {
  let isUnderWay = false;
  let ending: ReturnType<typeof setTimeout> | undefined;
  return {
    isUnderWay: () => isUnderWay,
    subscribe: (changed: () => void) => {
      const tell = (now: boolean) => {
        if (isUnderWay === now) return;
        isUnderWay = now;
        changed();
      };
      const begin = () => {
        clearTimeout(ending);
        tell(true);
      };
      const end = ({ type, target }: Event) => {
        // Fields lose the focus in the midst of a press; the window takes the press along.
        if (type === 'blur' && target !== window) return;
        clearTimeout(ending);
        // A click comes right after its pointer went up: it is still part of the press.
        ending = setTimeout(tell, 0, false);
      };
      for (const kind of beginnings) window.addEventListener(kind, begin, true);
      for (const kind of endings) window.addEventListener(kind, end, true);
      return () => {
        for (const kind of beginnings) window.removeEventListener(kind, begin, true);
        for (const kind of endings) window.removeEventListener(kind, end, true);
        clearTimeout(ending);
        isUnderWay = false;
      };
    },
  };
}
