import type { MediaItem } from '#domain/media/media'
import { ApiError, createIdempotencyKey } from '../../data/api.ts'
import { resizeToFit } from './resize-image.ts'

type OnProgress = (progress: number) => void

/** Uploads an image, scaled down to what a display shows. Rejects with ApiError or AbortError. */
export async function uploadResized(
  file: File,
  name: string,
  onProgress: OnProgress,
  signal: AbortSignal,
) {
  return uploadFile(await resizeToFit(file), name, onProgress, signal)
}

/** XMLHttpRequest reports upload progress, fetch does not. */
function uploadFile(file: Blob, name: string, onProgress: OnProgress, signal: AbortSignal) {
  return new Promise<MediaItem>((resolve, reject) => {
    // It may have been cancelled while the image was resized.
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', '/api/media/upload')
    request.setRequestHeader('idempotency-key', createIdempotencyKey())
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 201) resolve(request.response)
      else reject(new ApiError(request.status, request.response))
    }
    request.onerror = () => reject(new ApiError(0, 'no connection'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())

    const form = new FormData()
    form.append('file', file, file instanceof File ? file.name : name)
    form.append('name', name)
    request.send(form)
  })
}
