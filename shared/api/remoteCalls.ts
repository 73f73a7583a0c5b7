/** Remotes that fail in a browser: rule 23.12. */
import * as v from 'valibot';
import { call } from './call.ts';

const name = v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/, 'Invalid name'));

export const remoteCalls = {
  reportRemoteFailure: call({
    method: 'POST',
    path: '/admin/remote-failures',
    needs: 'session.read',
    writes: 'nothing',
    summary: 'Report that a version of a remote did not load or render',
    refuses: { 429: 'Too many reports by one member within an hour' },
    input: v.strictObject({
      remote: name,
      version: name,
      kind: v.picklist(['load', 'render'], 'Invalid kind of failure'),
      message: v.pipe(v.string(), v.maxLength(200, 'Must be at most 200 characters')),
    }),
    data: v.null(),
  }),
};
