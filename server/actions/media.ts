import { getErrorCode } from '#db/connection/errors'
import { createMutex } from '#db/connection/mutex'
import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/media'
import { listSavedSettings, saveSettings } from '#db/repositories/settings'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import {
  GALLERY_TYPES,
  getMediaPath,
  HEIC_HINT,
  type LinkInput,
  LOGO_NAME,
  LOGO_TYPES,
  type NewImage,
  type NewLink,
  UPLOAD_MAX_BYTES,
} from '#domain/media/media'
import { formatYoutubeLink, parseYoutubeLink } from '#domain/media/youtube'
import { toSettingFact } from '#domain/settings/settings'
import type { SettingChange } from '#domain/settings-record'
import type { App } from '../context.ts'
import { cleanFileName, hasDocumentExtension } from '../storage/file-name.ts'
import type { Tx } from '../write.ts'

const CHANGE: Change = [{ kind: 'media' }]

type Recheck = (db: Query) => Promise<unknown>

/** Stores the content. `addImage` later lists the image, and checks the limit again. */
export async function storeImage({ read, mediaStorage }: App, upload: Upload, recheck?: Recheck) {
  const { image, content } = await validateImage(upload)
  assertNotFull(await read(repository.countMedia))
  const filename = await mediaStorage.save(content, image.mime, recheck)
  return { image, filename, bytes: content.byteLength }
}

type StoredImage = Awaited<ReturnType<typeof storeImage>>

export async function addImage({ db, now }: Tx, { image, filename, bytes }: StoredImage) {
  assertNotFull(await repository.countMedia(db))
  const item = await repository.createImage(db, image, { filename, bytes, createdAt: now })
  return { item, change: CHANGE }
}

export async function addLink({ db, now }: Tx, input: LinkInput) {
  const link = validateLink(input)
  assertNotFull(await repository.countMedia(db))
  return { item: await repository.createLink(db, link, now), change: CHANGE }
}

export async function deleteMedia({ db, now }: Tx, id: number) {
  const item = await repository.findMedia(db, id)
  if (!item) throw new DomainError('This media no longer exists', { status: 404 })
  await repository.deleteMedia(db, id)
  return { name: item.name, change: [...CHANGE, ...(await clearLogo(db, id, now))] }
}

async function clearLogo(db: Query, id: number, now: string): Promise<Change> {
  const saved = await listSavedSettings(db)
  const logo = getMediaPath(id)
  if (!saved.some(({ key, value }) => key === 'clinicLogo' && value === logo)) return []
  const changes: SettingChange[] = [
    { key: 'clinicLogo', value: '', category: 'display' },
    { key: 'showClinicLogo', value: 'false', category: 'display' },
  ]
  await saveSettings(db, changes, now)
  return changes.map(toSettingFact)
}

const MAX_MEDIA_ITEMS = 500
const MAX_SIDE_PX = 20_000
/** 160 MB in a browser, which needs four bytes for each pixel. */
const MAX_PIXELS = 40_000_000
/** Decoding draws each scan over the whole JPEG. Most have about ten, hostile files 400,000. */
const MAX_SCANS = 400
const SCAN = Buffer.of(0xff, 0xda)
/** Uploads wait in memory while one image is decoded, because the largest takes 190 MB. */
const MAX_UPLOADS_AT_ONCE = 8
const QUALITY = 90

export const TOO_LARGE_MESSAGE = 'The image is larger than 10 MB. Please choose a smaller one.'
const TOO_MANY_PIXELS_MESSAGE =
  'The image has more than 40 megapixels. Please choose a smaller one.'
const NOT_SHOWN_MESSAGE = 'This is not an image that can be shown'
const WEBP_NOT_SHOWN_MESSAGE =
  'This WebP image is moving or damaged. Please choose an image that does not move.'
const BUSY_MESSAGE = 'Many images are being uploaded. Please try again in a minute.'

/** `name` is the form's field, `fileName` the file's name on the sender's computer. */
export type Upload = { bytes: Uint8Array<ArrayBuffer>; name?: string | undefined; fileName: string }

type ValidImage = { image: NewImage; content: Uint8Array<ArrayBuffer> }

const inTurn = createMutex()
let uploads = 0

/** Returns the content upright and without metadata. Throws a DomainError: 413, 415 or 503. */
export async function validateImage({ bytes, name = '', fileName }: Upload): Promise<ValidImage> {
  if (bytes.byteLength > UPLOAD_MAX_BYTES) throw imageError(TOO_LARGE_MESSAGE, 413)
  const isLogo = name === LOGO_NAME
  const type = (isLogo ? LOGO_TYPES : GALLERY_TYPES).find(type => hasType(bytes, type))
  if (!type || hasDocumentExtension(name) || hasDocumentExtension(fileName)) {
    throw getUnsupportedError(bytes, isLogo)
  }
  if (uploads >= MAX_UPLOADS_AT_ONCE) throw imageError(BUSY_MESSAGE, 503)
  uploads++
  const { mime, content } = await inTurn(() => encodeAgain(bytes, type)).finally(() => uploads--)
  return { image: { name: cleanFileName(name || fileName, 'image'), mime, isLogo }, content }
}

/** Images begin with these bytes, read as Latin-1. */
const SIGNATURES: Record<string, RegExp> = {
  'image/png': /^\x89PNG/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/gif': /^GIF8/,
}

function hasType(bytes: Uint8Array, type: string) {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return SIGNATURES[type]?.test(start) ?? false
}

/** Reads the size before the pixels. Runs outside the main thread, unlike Bun's `metadata`. */
async function encodeAgain(bytes: Uint8Array<ArrayBuffer>, type: string) {
  if (type === 'image/jpeg' && hasManyScans(bytes)) throw imageError(NOT_SHOWN_MESSAGE, 415)
  const image = new Bun.Image(bytes, { autoOrient: true, maxPixels: MAX_PIXELS })
  try {
    const blob = await setFormat(image, type).blob()
    const content = await blob.bytes()
    if (Math.max(image.width, image.height) <= MAX_SIDE_PX) return { mime: blob.type, content }
  } catch (cause) {
    const code = getErrorCode(cause)
    if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') throw imageError(TOO_MANY_PIXELS_MESSAGE, 413)
    if (!code.startsWith('ERR_IMAGE_')) throw cause
  }
  throw imageError(type === 'image/webp' ? WEBP_NOT_SHOWN_MESSAGE : NOT_SHOWN_MESSAGE, 415)
}

/** The count includes up to about 200 look-alikes in a film that follows the photo in its file. */
function hasManyScans({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) {
  const image = Buffer.from(buffer, byteOffset, byteLength)
  let scans = 0
  for (let at = image.indexOf(SCAN); at >= 0; at = image.indexOf(SCAN, at + 2)) {
    if (++scans > MAX_SCANS) return true
  }
  return false
}

/** A GIF becomes a PNG of its first frame, because Bun cannot write GIF. */
function setFormat(image: Bun.Image, type: string) {
  if (type === 'image/jpeg') return image.jpeg({ quality: QUALITY })
  return type === 'image/webp' ? image.webp({ quality: QUALITY }) : image.png()
}

/** The brands of HEIF (ISO 23008-12). Some phones name such photos .jpg. */
const HEIC_BRAND = /^ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/

function getUnsupportedError(bytes: Uint8Array, isLogo: boolean) {
  const start = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  const formats = isLogo ? 'PNG, JPEG, WebP or GIF' : 'PNG or JPEG'
  const sentence = `Unsupported format. Please select ${formats} files only.`
  return imageError(HEIC_BRAND.test(start) ? `${sentence} ${HEIC_HINT}` : sentence, 415)
}

function imageError(sentence: string, status: 413 | 415 | 503) {
  return new DomainError(sentence, { status, field: 'file' })
}

/** Accepts http and https without a password in the address. Throws a DomainError: 400. */
function validateLink({ type, url, name = '' }: LinkInput): NewLink {
  const youtube = type === 'youtube' ? parseYoutubeLink(url) : null
  if (type === 'youtube' && !youtube) throw linkError('This is not a YouTube link')
  const address = parseWebUrl(youtube ? formatYoutubeLink(youtube) : url)
  if (!address) throw linkError('This is not a web address')
  return { type, url: address.href, name: cleanFileName(name, address.hostname) }
}

function linkError(sentence: string) {
  return new DomainError(sentence, { status: 400, field: 'url' })
}

function parseWebUrl(text: string) {
  const hasScheme = /^\s*[a-z][a-z\d+-]*:(?!\d)/i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text.trim()}`)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isNamed = hasScheme || (/^\s*[^/\s]/.test(text) && /[.:]/.test(url?.host ?? ''))
  return isWeb && isNamed && url.username === '' && url.password === '' ? url : null
}

function assertNotFull(count: number) {
  if (count < MAX_MEDIA_ITEMS) return
  throw new DomainError(
    `There are ${MAX_MEDIA_ITEMS} media items already. Please delete one first.`,
  )
}
