import type { Browser } from 'playwright'
import { LOGO_NAME } from '#domain/media/media'
import { uploadImage } from '../../server/actions/media.ts'
import type { App } from '../support/server/test-clinic.ts'
import { save } from './day.ts'

type Drawn = { width: number; height: number; body: string }

const font = 'font-family="Inter, Noto Sans, sans-serif"'

const DRAWINGS = {
  'wash-hands.png': {
    width: 1248,
    height: 700,
    body: `<rect width="1248" height="700" fill="#dff3ee"/><circle cx="980" cy="350" r="250" fill="#7cc6b4"/>
<circle cx="900" cy="300" r="60" fill="#fff"/><circle cx="1010" cy="240" r="38" fill="#fff"/><circle cx="1040" cy="400" r="84" fill="#fff"/>
<text x="80" y="310" ${font} font-size="92" font-weight="800" fill="#114b43">Wash your</text>
<text x="80" y="420" ${font} font-size="92" font-weight="800" fill="#114b43">hands.</text>
<text x="84" y="500" ${font} font-size="40" fill="#2b6b61">Basuh tangan anda</text>`,
  },
  'flu-season.png': {
    width: 1248,
    height: 700,
    body: `<rect width="1248" height="700" fill="#fdf0d8"/><rect x="760" y="140" width="360" height="420" rx="40" fill="#f0b65a"/>
<text x="80" y="340" ${font} font-size="92" font-weight="800" fill="#5b3a06">Flu vaccine</text>
<text x="84" y="420" ${font} font-size="40" fill="#7a5a20">Ask at the counter</text>`,
  },
  'vaccination.png': {
    width: 1000,
    height: 1414,
    body: `<rect width="1000" height="1414" fill="#e8eefc"/><rect x="110" y="640" width="780" height="640" rx="60" fill="#9db7f5"/>
<text x="100" y="260" ${font} font-size="150" font-weight="800" fill="#1e3a8a">Measles?</text>
<text x="100" y="400" ${font} font-size="76" fill="#1e3a8a">Two doses protect.</text>`,
  },
  'breakfast.png': {
    width: 1000,
    height: 1414,
    body: `<rect width="1000" height="1414" fill="#fbe9e7"/><circle cx="500" cy="960" r="330" fill="#ef9a8b"/>
<text x="100" y="260" ${font} font-size="150" font-weight="800" fill="#7f1d1d">Blood test</text>
<text x="100" y="400" ${font} font-size="76" fill="#7f1d1d">No breakfast, please.</text>`,
  },
  'logo.png': {
    width: 344,
    height: 232,
    body: `<rect x="56" width="232" height="232" rx="52" fill="#fff"/><path d="M148 50h48v42h42v48h-42v42h-48v-42h-42V92h42z" fill="#0f766e"/>`,
  },
} satisfies Record<string, Drawn>

const drawn = new Map<string, Uint8Array<ArrayBuffer>>()

/** Draws the posters on the TV, once for all clinics of the gallery. */
export async function drawPosters(browser: Browser) {
  for (const [name, { width, height, body }] of Object.entries(DRAWINGS)) {
    const page = await browser.newPage({ viewport: { width, height } })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
    drawn.set(name, new Uint8Array(await page.screenshot({ omitBackground: true })))
    await page.close()
  }
}

function drawing(name: keyof typeof DRAWINGS) {
  const bytes = drawn.get(name)
  if (!bytes) throw new Error(`${name} was not drawn`)
  return bytes
}

export async function hangPictures(clinic: App) {
  await hang(clinic, ['wash-hands.png', 'flu-season.png'])
  await chooseLogo(clinic)
}

export async function hang(clinic: App, fileNames: (keyof typeof DRAWINGS)[]) {
  for (const fileName of fileNames) {
    await uploadImage(clinic, { bytes: drawing(fileName), fileName })
  }
}

export async function chooseLogo(clinic: App) {
  const logo = { bytes: drawing('logo.png'), fileName: 'logo.png', name: LOGO_NAME }
  const { id } = await uploadImage(clinic, logo)
  await save(clinic, { clinicLogo: `/api/media/${id}/file`, showClinicLogo: 'true' })
}
