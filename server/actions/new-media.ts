import { getErrorCode } from '#db/connection/errors'
import { DomainError } from '#domain/errors'
import {
  GALLERY_TYPES,
  type LinkInput,
  LOGO_NAME,
  LOGO_TYPES,
  type NewImage,
  type NewLink,
  UPLOAD_MAX_BYTES,
} from '#domain/media/media'
import { HEIC_HINT } from '#domain/media/picked-files'
import { formatYoutubeLink, parseYoutubeLink } from '#domain/media/youtube'
import { cleanFileName, hasDocumentExtension } from '../storage/file-name.ts'
import { stripMetadata } from '../storage/strip-metadata/index.ts'
import { makeUpright } from '../storage/upright.ts'

const MAX_MEDIA_ITEMS = 500
const MAX_SIDE_PX = 20_000
/** A browser needs four bytes for each pixel, whatever the file's size: 160 MB. */
const MAX_PIXELS = 40_000_000
export const TOO_LARGE_MESSAGE = 'The image is larger than 10 MB. Please choose a smaller one.'
const TOO_MANY_PIXELS_MESSAGE =
  'The image has more than 40 megapixels. Please choose a smaller one.'

/** `name` is the form's field, `fileName` the file's name on the sender's computer. */
export type Upload = { bytes: Uint8Array<ArrayBuffer>; name?: string | undefined; fileName: string }

type ValidImage = { image: NewImage; content: Uint8Array }

/**
 * Checks an upload by its content, not by its name. `content` is without metadata. Throws a
 * DomainError: 413 or 415.
 */
export async function validateImage({ bytes, name = '', fileName }: Upload): Promise<ValidImage> {
  if (bytes.byteLength > UPLOAD_MAX_BYTES) throw imageError(TOO_LARGE_MESSAGE, 413)
  const isLogo = name === LOGO_NAME
  const unsupported = getUnsupportedError(bytes, isLogo)
  const { format, width, height } = await readMetadata(bytes, unsupported)
  const mime = `image/${format}`
  const isAccepted = (isLogo ? LOGO_TYPES : GALLERY_TYPES).includes(mime)
  if (!isAccepted || hasDocumentExtension(name) || hasDocumentExtension(fileName)) {
    throw unsupported
  }
  if (width * height > MAX_PIXELS) throw imageError(TOO_MANY_PIXELS_MESSAGE, 413)
  if (Math.max(width, height) > MAX_SIDE_PX) throw imageError(NOT_SHOWN_MESSAGE, 415)
  const image = { name: cleanFileName(name || fileName, 'image'), mime, isLogo }
  const content = await stripImage(bytes, mime)
  if (!content) throw imageError(NOT_SHOWN_MESSAGE, 415)
  return { image, content }
}

/** The image upright and without metadata; null if it could not be shown then, as damaged. */
export async function stripImage(bytes: Uint8Array<ArrayBuffer>, mime: string) {
  const content = tryStrip(bytes, mime)
  if (!content) return null
  const [before, after] = await Promise.all(
    [bytes, new Uint8Array(content)].map(image =>
      readMetadata(image, imageError(NOT_SHOWN_MESSAGE, 415)).catch(() => null),
    ),
  )
  if (!after || !Bun.deepEquals(before, after)) return null
  // One that this program cannot draw, such as for print, is left to the TV.
  return makeUpright(content, mime).catch(() => content)
}

function tryStrip(bytes: Uint8Array<ArrayBuffer>, mime: string) {
  try {
    return stripMetadata(bytes, mime)
  } catch {
    return null
  }
}

const NOT_SHOWN_MESSAGE = 'This is not an image that can be shown'

async function readMetadata(bytes: Uint8Array<ArrayBuffer>, unsupported: DomainError) {
  try {
    const { format, width, height } = await new Bun.Image(bytes).metadata()
    if (format !== 'gif') return { format, width, height }
    // Bun reports the first frame, but browsers draw on all of the canvas around it.
    const header = new DataView(bytes.buffer, bytes.byteOffset)
    const canvas = [header.getUint16(6, true), header.getUint16(8, true)] as const
    return { format, width: Math.max(width, canvas[0]), height: Math.max(height, canvas[1]) }
  } catch (cause) {
    switch (getErrorCode(cause)) {
      case 'ERR_IMAGE_TOO_MANY_PIXELS':
        throw imageError(TOO_MANY_PIXELS_MESSAGE, 413)
      case 'ERR_IMAGE_DECODE_FAILED':
        throw imageError(NOT_SHOWN_MESSAGE, 415)
    }
    throw unsupported
  }
}

/** The brands of HEIF in ISO 23008-12; a phone's photo may be called .jpg. */
const HEIC_BRAND = /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/

function getUnsupportedError(bytes: Uint8Array, isLogo: boolean) {
  const start = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  const formats = isLogo ? 'PNG, JPEG, WebP or GIF' : 'PNG or JPEG'
  const sentence = `Unsupported format. Please select ${formats} files only.`
  return imageError(HEIC_BRAND.test(start) ? `${sentence} ${HEIC_HINT}` : sentence, 415)
}

function imageError(sentence: string, status: 413 | 415) {
  return new DomainError(sentence, { status, field: 'file' })
}

/** Accepts http and https without a password in the address. Throws a DomainError: 400. */
export function validateLink({ type, url, name = '' }: LinkInput): NewLink {
  const youtube = type === 'youtube' ? parseYoutubeLink(url) : null
  if (type === 'youtube' && !youtube) throw linkError('This is not a YouTube link')
  const address = parseWebUrl(youtube ? formatYoutubeLink(youtube) : url)
  if (!address) throw linkError('This is not a web address')
  return { type, url: address.href, name: cleanFileName(name, address.hostname) }
}

function linkError(sentence: string) {
  return new DomainError(sentence, { status: 400, field: 'url' })
}

/** An address without a scheme is one of https, as in a browser's address bar. */
function parseWebUrl(text: string) {
  const hasScheme = /^\s*[a-z][a-z\d+-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text.trim()}`)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isNamed = hasScheme || (/^\s*[^/\s]/.test(text) && /[.:]/.test(url?.host ?? ''))
  return isWeb && isNamed && url.username === '' && url.password === '' ? url : null
}

export function assertNotFull(count: number) {
  if (count < MAX_MEDIA_ITEMS) return
  throw new DomainError(
    `There are ${MAX_MEDIA_ITEMS} media items already. Please delete one first.`,
  )
}
