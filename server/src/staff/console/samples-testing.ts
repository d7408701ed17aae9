// For tests that make every call: a valid input for each of the console, in the city `test`; nothing has the id.
import { zones } from '#parking/sessions/testing.ts'

const cityAndSource = { city: 'test', source: 'nothing' }
const feed = {
  Format: 'parkapi',
  Takes: 'counts',
  Url: 'https://counts.example/live.json',
  Beside: ['https://counts.example/rates.json'],
  EverySeconds: 300,
  SilentAfterSeconds: 1_800,
}
const cityAndId = { city: 'test', id: '00000000-0000-4000-8000-000000000000' }

export const consoleSamples = {
  'consoleImports.checkImport': { params: cityAndId },
  'consoleImports.cityImports': { params: { city: 'test' }, query: { Limit: 20 } },
  'consoleImports.importRows': { params: cityAndId, query: { Limit: 20 } },
  'consoleImports.importRun': { params: cityAndId },
  'consoleImports.publishImport': { params: cityAndId, body: { CityName: 'Chicago' } },
  'consoleImports.undoImport': { params: cityAndId },
  'consoleImports.uploadImport': { params: { city: 'test' } },
  'consoleRules.cancelCityOverride': { params: cityAndId },
  'consoleRules.cityOverrides': { params: { city: 'test' } },
  'consoleRules.dayLists': { params: { city: 'test' } },
  'consoleRules.draftOverride': {
    params: { city: 'test' },
    body: {
      Kind: 'rate',
      Name: 'Match',
      ZoneNumbers: [zones.street],
      StartsAt: '2026-05-14T16:00:00Z',
      EndsAt: '2026-05-14T20:00:00Z',
      Tow: false,
      PerHour: 12,
      StepMinutes: 15,
    },
  },
  'consoleRules.previewOverride': { params: cityAndId },
  'consoleRules.publishDayList': {
    params: { city: 'test' },
    body: {
      List: 'matches',
      Name: 'Matches',
      KnownUntil: '2026-12-31',
      Days: [{ Day: '2026-05-14', Name: 'Cup', From: '16:00', To: '20:00' }],
    },
  },
  'consoleRules.publishOverride': { params: cityAndId },
  'consoleSources.addFeed': { params: { city: 'test' }, body: { ...feed, Source: 'live' } },
  'consoleSources.changeFeed': { params: cityAndSource, body: feed },
  'consoleSources.citySource': { params: cityAndSource },
  'consoleSources.citySources': { params: { city: 'test' } },
  'consoleSources.pauseFeed': { params: cityAndSource, body: { Paused: true } },
  'consoleSources.pollFeed': { params: cityAndSource },
  'consoleSources.removeFeed': { params: cityAndSource },
  'consoleTeam.approveCityProposal': { params: cityAndId },
  'consoleTeam.cityActs': { params: { city: 'test' }, query: { Limit: 20 } },
  'consoleTeam.cityProposals': { params: { city: 'test' }, query: { Limit: 20 } },
  'consoleTeam.proposeLive': { params: { city: 'test' }, body: { Kind: 'live' } },
  'consoleTeam.refuseCityProposal': { params: cityAndId, body: { Reason: 'Not this year' } },
  'consoleTeam.withdrawCityProposal': { params: cityAndId },
}

/** What those are refused with that are not taken. */
export const consoleRefused = {
  'consoleImports.checkImport': 'not_found',
  'consoleImports.importRows': 'not_found',
  'consoleImports.importRun': 'not_found',
  'consoleImports.publishImport': 'not_found',
  'consoleImports.undoImport': 'not_found',
  'consoleImports.uploadImport': 'unsupported_media',
  'consoleRules.cancelCityOverride': 'not_found',
  'consoleRules.previewOverride': 'not_found',
  'consoleRules.publishOverride': 'not_found',
  'consoleSources.changeFeed': 'changed_meanwhile',
  'consoleSources.citySource': 'not_found',
  'consoleSources.pauseFeed': 'changed_meanwhile',
  'consoleSources.pollFeed': 'not_found',
  'consoleSources.removeFeed': 'changed_meanwhile',
  'consoleTeam.approveCityProposal': 'not_found',
  'consoleTeam.proposeLive': 'city_state',
  'consoleTeam.refuseCityProposal': 'not_found',
  'consoleTeam.withdrawCityProposal': 'not_found',
}
