import { DomainError } from '#domain/errors'
import {
  GALLERY_TYPES,
  isYoutubeLink,
  type LinkInput,
  LOGO_NAME,
  LOGO_TYPES,
  type NewImage,
  type NewLink,
  UPLOAD_MAX_BYTES,
} from '#domain/media/media'
import { cleanFileName, hasDocumentExtension } from '../storage/file-name.ts'
import {
  detectImageType,
  hasTooManyPixels,
  isTooLong,
  readImageSize,
} from '../storage/image-size.ts'

const MAX_MEDIA_ITEMS = 500
export const TOO_LARGE_MESSAGE = 'The image is larger than 10 MB. Please choose a smaller one.'
const TOO_MANY_PIXELS_MESSAGE =
  'The image has more than 40 megapixels. Please choose a smaller one.'

/** `name` is the form's field, `fileName` the file's name on the sender's computer. */
export type Upload = { bytes: Uint8Array<ArrayBuffer>; name?: string | undefined; fileName: string }

/** Checks an upload by its content, not by its name. Throws a DomainError: 413 or 415. */
export function validateImage({ bytes, name = '', fileName }: Upload): NewImage {
  if (bytes.byteLength > UPLOAD_MAX_BYTES) {
    throw new DomainError(TOO_LARGE_MESSAGE, { status: 413, field: 'file' })
  }
  const isLogo = name === LOGO_NAME
  const mime = detectImageType(bytes)
  const isKnown = mime !== null && (isLogo ? LOGO_TYPES : GALLERY_TYPES).includes(mime)
  if (!isKnown || hasDocumentExtension(name) || hasDocumentExtension(fileName)) {
    throw new DomainError('Unsupported format', { status: 415, field: 'file' })
  }
  const size = readImageSize(bytes, mime)
  if (size && hasTooManyPixels(size)) {
    throw new DomainError(TOO_MANY_PIXELS_MESSAGE, { status: 413, field: 'file' })
  }
  if (!size || isTooLong(size)) {
    throw new DomainError('This is not an image that can be shown', { status: 415, field: 'file' })
  }
  return { name: cleanFileName(name || fileName, 'image'), mime, isLogo }
}

/** Accepts http and https without a password in the address. Throws a DomainError: 400. */
export function validateLink({ type, url, name = '' }: LinkInput): NewLink {
  const address = type === 'youtube' && !isYoutubeLink(url) ? null : parseWebUrl(url)
  if (!address) {
    const sentence = type === 'youtube' ? 'This is not a YouTube link' : 'This is not a web address'
    throw new DomainError(sentence, { status: 400, field: 'url' })
  }
  return { type, url: address.href, name: cleanFileName(name, address.hostname) }
}

function parseWebUrl(text: string) {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}

export function assertNotFull(count: number) {
  if (count < MAX_MEDIA_ITEMS) return
  throw new DomainError(
    `There are ${MAX_MEDIA_ITEMS} media items already. Please delete one first.`,
  )
}
