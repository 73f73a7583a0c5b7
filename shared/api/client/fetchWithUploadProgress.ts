/**
 * `fetch` over XMLHttpRequest, for upload progress: `fetch` would need streaming bodies, which Chromium allows only
 * over HTTP/2 and Safari not at all.
 */
export function fetchWithUploadProgress(onProgress: (sent: number, total: number) => void): typeof fetch {
  return async (resource, init) => {
    const request = new Request(resource, init);
    // Send the serialised body: its multipart boundary is the one in the request's headers.
    const content = await request.blob();
    return new Promise<Response>((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(request.method, request.url);
      request.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
      xhr.responseType = 'blob';
      xhr.upload.onprogress = (event) => onProgress(event.loaded, event.total);
      xhr.onload = () => resolve(new Response(xhr.response as Blob, { status: xhr.status, headers: headersOf(xhr) }));
      xhr.onerror = () => reject(new TypeError('The upload failed'));
      xhr.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
      request.signal.addEventListener('abort', () => xhr.abort(), { once: true });
      if (request.signal.aborted) return xhr.onabort?.(new ProgressEvent('abort'));
      xhr.send(content);
    });
  };
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const lines = xhr.getAllResponseHeaders().matchAll(/^(.+?): *(.*)$/gm);
  return new Headers(Array.from(lines, ([, name, value]): [string, string] => [name!, value!]));
}
