import type { MediaItem } from '#domain/media/media'
import { ApiError, createIdempotencyKey } from '../../data/api.ts'

/** Size of the TV's stage in px. */
const MAX_SIZE = { width: 1920, height: 1080 }
const QUALITY = 0.88

type OnProgress = (progress: number) => void

/** Uploads an image, scaled down to a display's size. Rejects with ApiError or AbortError. */
export async function uploadResized(
  file: File,
  name: string,
  onProgress: OnProgress,
  signal: AbortSignal,
) {
  return uploadFile(await resizeToFit(file), name, onProgress, signal)
}

/** Shrinks an image to the size of a TV's stage. */
async function resizeToFit(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = Math.min(MAX_SIZE.width / bitmap.width, MAX_SIZE.height / bitmap.height)
  if (scale >= 1) return file

  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const smaller = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, file.type, QUALITY),
  )
  // Uses the smaller image even if its file is larger, because a TV decodes fewer pixels faster.
  return smaller ?? file
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function uploadFile(file: Blob, name: string, onProgress: OnProgress, signal: AbortSignal) {
  return new Promise<MediaItem>((resolve, reject) => {
    // The user may have cancelled the upload during the resize.
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
