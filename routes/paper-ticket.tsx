import { formatNumber } from '#domain/patients/patient'
import type { Settings } from '#domain/settings-record'
import { LANGUAGE_CODES, LANGUAGES } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'
import { formatLongDay, getClinicDay, getClinicMinute, type TimeZone } from '#domain/time'
import { describeAhead } from '../islands/ticket/describe-ticket.ts'
import { drawQrCode, getViewBox, type QrDrawing } from '../islands/ui/draw-qr-code.ts'

type Props = {
  view: TicketView
  paper: Settings['ticketPaper']
  clinicName: string
  text: string
  now: string
  timeZone: TimeZone
  qr: QrDrawing
}

/** `url` leads the patient's phone to the place in the queue. */
export async function renderPaperTicket({ url, ...props }: Omit<Props, 'qr'> & { url: string }) {
  return <PaperTicket {...props} qr={await drawQrCode(url)} />
}

function PaperTicket({ view, paper, clinicName, text, now, timeZone, qr }: Props) {
  const time = `${formatLongDay(getClinicDay(now, timeZone))}, ${getClinicMinute(now, timeZone)}`
  const before = view.ahead === null ? '' : ` · ${describeAhead(view, LANGUAGES.en.sentences)}`
  return (
    <main className="paper" data-paper={paper}>
      <p>{clinicName}</p>
      <h1 className="paper__number">{formatNumber(view.number)}</h1>
      <p>
        {time}
        {before}
      </p>
      <svg className="paper__code" viewBox={getViewBox(qr)} shapeRendering="crispEdges" aria-hidden>
        <path d={qr.path} />
      </svg>
      {LANGUAGE_CODES.map(code => (
        <p key={code} lang={code}>
          {LANGUAGES[code].sentences.scan}
        </p>
      ))}
      {text && <p className="paper__text">{text}</p>}
    </main>
  )
}
