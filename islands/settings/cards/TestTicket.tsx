import { useEffect, useState } from 'react'
import { formatSpan } from '#domain/time'
import { api, getErrorMessage, unwrap } from '../../data/api.ts'
import { AddressProblem } from '../../ui/AddressProblem.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

const ASK_EVERY_MS = 1_000

type Test = { url: string; openedAt: string | null; now: string }

export function TestTicket() {
  const [test, setTest] = useState<Test | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    async function ask() {
      try {
        // Skips hidden pages, because the page may stay open for months.
        if (!document.hidden) setTest(await unwrap(api.tickets.test.$get()))
        setProblem('')
      } catch (cause) {
        setProblem(getErrorMessage(cause, 'The test code could not be loaded.'))
      }
      // Waits for the response, so that requests do not pile up on a network that hangs.
      if (!isGone) timer = setTimeout(ask, ASK_EVERY_MS)
    }
    void ask()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])

  return (
    <div className="test-ticket row">
      {test ? <QrCode text={test.url} label="Test code" /> : <div className="qr-code" />}
      <div className="stack">
        <p>
          <strong>Try it:</strong> scan this code with a phone that uses the patients' Wi-Fi.
        </p>
        <p className="soft breakable">{test?.url}</p>
        {test && <AddressProblem url={test.url} />}
        <p role="status">{problem || (test && describeTest(test))}</p>
      </div>
    </div>
  )
}

function describeTest({ openedAt, now }: Test) {
  if (openedAt === null) return 'No phone has opened this page yet.'
  const ago = formatSpan(Math.max(0, Date.parse(now) - Date.parse(openedAt)))
  return `A phone has opened this page, ${ago} ago.`
}
