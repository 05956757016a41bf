// node play.js URL: two players play a game to its end by the client that openapi-generator made,
// and follow it from its first event on. Says how it came out.

import * as api from './api';

class Player {
  readonly games: api.GamesApi;
  readonly commands: api.CommandsApi;
  readonly history: api.HistoryApi;
  version = 0;

  constructor(basePath: string, accessToken: string) {
    const known = new api.Configuration({ basePath, accessToken });
    this.games = new api.GamesApi(known);
    this.commands = new api.CommandsApi(known);
    this.history = new api.HistoryApi(known);
  }

  static async signUp(basePath: string, name: string): Promise<Player> {
    const players = new api.PlayersApi(new api.Configuration({ basePath }));
    const made = await players.createPlayer({ playerRequest: { name } });
    return new Player(basePath, made.token);
  }

  // Decides where that is one's own to do; false once the game is over.
  async act(gameId: string): Promise<boolean> {
    const now = await this.commands.listActions({ gameId });
    const plays = now.actions.filter((action) => action.type !== 'resign');
    plays.sort(() => Math.random() - 0.5);
    const command = plays.find((action) => action.type === 'attack') ?? plays[0];
    const key = `"${now.version}"`;
    const sent = { gameId, ifMatch: key, idempotencyKey: key };
    if (command) await this.commands.submitCommand({ ...sent, command });
    return now.awaiting !== null;
  }

  // Reads on from where one is, and misses no event.
  async follow(gameId: string): Promise<void> {
    const page = await this.history.listEvents({ gameId, after: this.version });
    if (!page) return;
    for (const event of page.items) {
      if (event.version !== this.version + 1) throw new Error(`${event.version} is out of order`);
      this.version = event.version;
    }
    if (page.next !== null) await this.follow(gameId);
  }
}

async function main(url: string): Promise<void> {
  const [ada, bob] = [await Player.signUp(url, 'Ada'), await Player.signUp(url, 'Bob')];
  const gameRequest: api.GameRequest = {
    scenario: 'vassieux', edition: '2025', variant: 'young_generals',
  };
  const { id: gameId } = await ada.games.createGame({ gameRequest });
  await ada.games.takeSeat({ gameId, takeSeat: { seat: 'allies' } });
  await bob.games.takeSeat({ gameId, takeSeat: { side: 'axis' } });
  for (let goingOn = true; goingOn; ) {
    goingOn = [await ada.act(gameId), await bob.act(gameId)].some(Boolean);
    for (const player of [ada, bob]) await player.follow(gameId);
  }
  const end = await ada.games.getGame({ gameId });
  if (ada.version !== end.version || bob.version !== end.version) throw new Error('events missing');
  console.log(gameId, end.version, end.winner);
}

void main(process.argv[2] ?? '');
