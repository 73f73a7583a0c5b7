// Nothing but the asynchronous boundary: shared modules are negotiated before the first of them runs.
import('./bootstrap.tsx');
