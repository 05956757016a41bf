// java Play.java URL: two players play a game to its end by the client that openapi-generator made,
// and follow it from its first event on. Says how it came out.

import java.util.Collections;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CommandsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.PlayersApi;
import org.openapitools.client.model.*;

public class Play {
  final GamesApi games;
  final CommandsApi commands;
  final HistoryApi history;
  long version = 0;

  Play(String url, String name) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    String token = new PlayersApi(client).createPlayer(new PlayerRequest().name(name), null).getToken();
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    games = new GamesApi(client);
    commands = new CommandsApi(client);
    history = new HistoryApi(client);
  }

  // Decides where that is one's own to do; false once the game is over.
  boolean act(String game) throws ApiException {
    AllowedActions now = commands.listActions(game, null);
    List<Command> plays = now.getActions();
    plays.removeIf(action -> action.getActualInstance() instanceof ResignCommand);
    Collections.shuffle(plays);
    plays.sort((a, b) -> Boolean.compare(attacks(b), attacks(a)));
    String key = "\"" + now.getVersion() + "\"";
    if (!plays.isEmpty()) commands.submitCommand(game, plays.get(0), key, key, null);
    return now.getAwaiting() != null;
  }

  static boolean attacks(Command action) {
    return action.getActualInstance() instanceof AttackCommand;
  }

  // Reads on from where one is.
  void follow(String game) throws ApiException {
    EventsPage page = history.listEvents(game, null, null, null, version, null, null, null, null);
    if (page == null) return;
    version += page.getItems().size();
    if (page.getNext() != null) follow(game);
  }

  public static void main(String[] arguments) throws ApiException {
    Play ada = new Play(arguments[0], "Ada"), bob = new Play(arguments[0], "Bob");
    GameRequest wish = new GameRequest().scenario("vassieux");
    wish.edition(EditionName.E2025).variant(Variant.YOUNG_GENERALS);
    String game = ada.games.createGame(wish, null).getId();
    ada.games.takeSeat(game, new TakeSeat().seat(Seat.ALLIES), null, null);
    bob.games.takeSeat(game, new TakeSeat().side(Side.AXIS), null, null);
    for (boolean goesOn = true; goesOn; ) {
      goesOn = ada.act(game) | bob.act(game);
      for (Play one : List.of(ada, bob)) one.follow(game);
    }
    Game end = ada.games.getGame(game, null, null);
    if (ada.version != end.getVersion() || bob.version != end.getVersion())
      throw new IllegalStateException("events are missing");
    System.out.println(game + " " + end.getVersion() + " " + end.getWinner());
  }
}
