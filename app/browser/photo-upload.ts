import type { Photo } from "./photo-preview";
import { reportUnexpected } from "./unexpected";

interface Upload {
  readonly body: FormData | File;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose progress is shown. */
  readonly photo?: Photo;
  readonly longestSilence?: number;
}

/** One request that reports its upload progress. Status 0 means no response. */
export function bring(method: string, address: string, upload: Upload): Promise<XMLHttpRequest> {
  const { body, headers = {}, photo, longestSilence } = upload;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      if (longestSilence) timer = setTimeout(() => request.abort(), longestSilence);
    };
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (photo) {
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        watch();
        photo.progress.value = total > 0 ? loaded / total : 0;
        photo.onProgress?.(photo.progress.value);
        if (loaded === total) photo.said.textContent = "Preparing";
      });
    }
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      resolve(request);
    });
    request.send(body);
    watch();
  });
}

export function isWell({ status }: XMLHttpRequest): boolean {
  return status >= 200 && status < 300;
}

export function errorOf(request: XMLHttpRequest): string | undefined {
  try {
    const { error }: { error?: string } = JSON.parse(request.responseText);
    return error;
  } catch (error) {
    // A response of a server before ours has no JSON.
    if (!(error instanceof SyntaxError)) reportUnexpected(error);
    return undefined;
  }
}
