interface Upload {
  progress: (loaded: number, total: number) => void;
  /** Completes the request. */
  arrive: () => Promise<void>;
  aborted: boolean;
}

/**
 * Replaces XMLHttpRequest, which the client uses for upload progress. Each upload is added to the list and waits until
 * a test calls `arrive`, which gets the response from the fake fetch.
 */
export function fakeUploads(): Upload[] {
  const uploads: Upload[] = [];

  class FakeXhr {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onabort?: () => void;
    onerror?: () => void;
    response: Blob | null = null;
    status = 0;
    headers = new Headers();
    request = { method: '', url: '' };
    #answerHeaders = new Headers();
    #upload: Upload | null = null;

    open(method: string, url: string) {
      this.request = { method, url };
    }
    setRequestHeader(name: string, value: string) {
      this.headers.append(name, value);
    }
    send(content: Blob) {
      this.#upload = {
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        arrive: async () => {
          const answer = await fetch(this.request.url, {
            method: this.request.method,
            headers: this.headers,
            body: content,
          });
          this.status = answer.status;
          this.response = await answer.blob();
          this.#answerHeaders = answer.headers;
          this.onload?.();
        },
        aborted: false,
      };
      uploads.push(this.#upload);
    }
    abort() {
      if (this.#upload) this.#upload.aborted = true;
      this.onabort?.();
    }
    getAllResponseHeaders() {
      return [...this.#answerHeaders].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
  }

  globalThis.XMLHttpRequest = FakeXhr as unknown as typeof XMLHttpRequest;
  return uploads;
}
