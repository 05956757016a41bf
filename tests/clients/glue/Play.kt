// java PlayKt URL: two players play a game to its end by the client that openapi-generator made,
// and follow it from its first event on. Says how it came out.

import org.openapitools.client.apis.CommandsApi
import org.openapitools.client.apis.GamesApi
import org.openapitools.client.apis.HistoryApi
import org.openapitools.client.apis.PlayersApi
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.*

class Player(url: String, name: String) {
    private val token = PlayersApi(url).createPlayer(PlayerRequest(name)).token
    val games = GamesApi(url).apply { accessTokenProvider = { token } }
    private val commands = CommandsApi(url).apply { accessTokenProvider = { token } }
    private val history = HistoryApi(url).apply { accessTokenProvider = { token } }
    var version = 0L

    // Decides where that is one's own to do; false once the game is over.
    fun act(game: String): Boolean {
        val now = commands.listActions(game)
        val plays = now.actions.filter { it !is Command.ResignWrapper }
        val command = plays.filter { it is Command.AttackWrapper }.ifEmpty { plays }.randomOrNull()
        val key = "\"${now.version}\""
        command?.let { commands.submitCommand(game, it, ifMatch = key, idempotencyKey = key) }
        return now.awaiting != null
    }

    // Reads on from where one is.
    fun follow(game: String) {
        val page = history.listEvents(game, after = version)
        version += page.items.size
        if (page.next != null) follow(game)
    }
}

fun main(arguments: Array<String>) {
    // What is not given is left out, not sent as null.
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    val ada = Player(arguments[0], "Ada")
    val bob = Player(arguments[0], "Bob")
    val wish = GameRequest(
        scenario = "vassieux", edition = EditionName.E2025, variant = Variant.young_generals,
    )
    val game = ada.games.createGame(wish).id
    ada.games.takeSeat(game, TakeSeat(seat = Seat.allies))
    bob.games.takeSeat(game, TakeSeat(side = Side.axis))
    do {
        val goesOn = listOf(ada, bob).map { it.act(game) }.any { it }
        listOf(ada, bob).forEach { it.follow(game) }
    } while (goesOn)
    val end = ada.games.getGame(game)
    check(ada.version == end.version && bob.version == end.version) { "events are missing" }
    println("$game ${end.version} ${end.winner}")
}
