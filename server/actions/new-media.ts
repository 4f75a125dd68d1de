import { Refusal } from '#domain/errors'
import {
  imageType,
  isYoutubeLink,
  LOGO_TYPES,
  PICKED_TYPES,
  UPLOAD_MAX_BYTES,
} from '#domain/media/media'
import { promisesDocument, shownName } from '../storage/file-name.ts'
import { imageSize } from '../storage/image-size.ts'

const MEDIA_MAX = 500
export const LOGO_NAME = 'clinic-logo'
export const TOO_LARGE = 'The image is larger than 10 MB. Please choose a smaller one.'

/** A file as it was sent: `name` is the form's field, `fileName` what the browser called the file. */
export type Upload = { bytes: Uint8Array<ArrayBuffer>; name?: string | undefined; fileName: string }
export type NewImage = { name: string; mime: string; isLogo: boolean }
export type LinkWish = { type: 'video' | 'youtube'; url: string; name?: string | undefined }
export type NewLink = LinkWish & { name: string }

/** Judges an upload by its content, whatever it is named. Throws a Refusal: 413 or 415. */
export function newImage({ bytes, name = '', fileName }: Upload): NewImage {
  if (bytes.byteLength > UPLOAD_MAX_BYTES) {
    throw new Refusal(TOO_LARGE, { status: 413, field: 'file' })
  }
  const isLogo = name === LOGO_NAME
  const mime = imageType(bytes)
  const isKnown = mime !== null && (isLogo ? LOGO_TYPES : PICKED_TYPES).includes(mime)
  if (!isKnown || promisesDocument(name) || promisesDocument(fileName)) {
    throw new Refusal('Unsupported format', { status: 415, field: 'file' })
  }
  if (!imageSize(bytes, mime)) {
    throw new Refusal('This is not an image that can be shown', { status: 415, field: 'file' })
  }
  return { name: shownName(name || fileName, 'image'), mime, isLogo }
}

/** A video elsewhere: by http or https, without a password in its address. Throws a Refusal: 400. */
export function newLink({ type, url, name = '' }: LinkWish): NewLink {
  const address = type === 'youtube' && !isYoutubeLink(url) ? null : webAddress(url)
  if (!address) {
    const sentence = type === 'youtube' ? 'This is not a YouTube link' : 'This is not a web address'
    throw new Refusal(sentence, { status: 400, field: 'url' })
  }
  return { type, url: address.href, name: shownName(name, address.hostname) }
}

function webAddress(text: string) {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}

export function refuseWhenFull(count: number) {
  if (count < MEDIA_MAX) return
  throw new Refusal(`There are ${MEDIA_MAX} media items already. Please delete one first.`)
}
